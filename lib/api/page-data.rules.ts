/** The data of a static page: its file is the same for everybody, and the server sends the rest. Browser-safe. */
import type { HouseRule } from '../accounts/house-rules.rules';
import type { OfferedExpiries } from '../pastes/expiry.rules';
import { VIEWED_PASTE, type ViewData } from '../pastes/reading/viewed-paste.rules';
import type { SecretRequestJson } from '../requests/request.schema';
import type { SiteColours } from '../site/site-colours.rules';
import type { SiteLink } from '../site/site-link.rules';

/** The instance's name, logo, colour, notice and links. */
export interface ShownSite {
  name: string;
  /** The address of the operator's logo; null: the program's seal. */
  logo: string | null;
  /** The operator's colours; null: the program's own. */
  colours: SiteColours | null;
  /** The operator's notice; null: there is none, or this visitor closed it. */
  notice: { id: string; text: string } | null;
  links: readonly SiteLink[];
  /** The languages that visitors may choose, as BCP 47 tags. */
  languages: readonly string[];
}

export interface PageData {
  site: ShownSite;
  expiries: OfferedExpiries;
  rules: readonly HouseRule[];
  /** The name of the signed-in user; null: nobody is signed in. */
  userName: string | null;
  /** The visitor's network, to suggest for a new paste; null: unknown, absent where no paste is written. */
  network?: string | null;
  /** Whether the visitor may name a recipient, who gets a code by mail; absent where no paste is written. */
  mayMail?: boolean;
  /** Whether the visitor may create pastes: on a closed host only somebody who is signed in may. */
  mayCreate: boolean;
}

export interface RequestData {
  /** Null when it takes no more answers. */
  request: SecretRequestJson | null;
}

type Members<Data> = Readonly<Record<keyof Data, true>>;

/**
 * All that a page which is a file obeys of what its host sends. docs/verify.md says what each can do at worst, and `sealpaste verify`
 * lists anything else.
 */
export const OBEYED_MEMBERS: Members<Omit<PageData, 'site'> & Omit<ViewData, 'paste'>> & {
  site: Members<ShownSite>;
  paste: typeof VIEWED_PASTE;
  request: Members<SecretRequestJson>;
} = {
  site: {
    name: true,
    logo: true,
    colours: true,
    notice: true,
    links: true,
    languages: true,
  },
  expiries: true,
  rules: true,
  userName: true,
  network: true,
  mayMail: true,
  mayCreate: true,
  paste: VIEWED_PASTE,
  moderation: true,
  request: {
    requestId: true,
    publicKey: true,
    label: true,
    sealed: true,
    createdAt: true,
    expiresAt: true,
    maxAnswers: true,
    answersLeft: true,
    burnAfterRead: true,
  },
};
