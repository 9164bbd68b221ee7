/** The data of a static page: its file is the same for everybody, and the server sends the rest. Browser-safe. */
import type { HouseRule } from '../accounts/house-rules.rules';
import type { OfferedExpiries } from '../pastes/expiry.rules';
import type { SiteLink } from '../site/site-link.rules';

/** The instance's name, logo, colour, notice and links. */
export interface ShownSite {
  name: string;
  /** The address of the operator's logo; null: the program's seal. */
  logo: string | null;
  /** The address of the style sheet with the operator's colour; null: there is none. */
  style: string | null;
  /** The operator's notice; null: there is none, or this visitor closed it. */
  notice: { id: string; text: string } | null;
  links: readonly SiteLink[];
  /** The languages that visitors may choose, as BCP 47 tags. */
  languages: readonly string[];
}

export interface PageData {
  site: ShownSite;
  expiries: OfferedExpiries;
  /** The host's rules for new pastes. */
  rules: readonly HouseRule[];
  /** The name of the signed-in user; null: nobody is signed in. */
  userName: string | null;
  /** The visitor's network, to suggest for a new paste; null: unknown, absent where no paste is written. */
  network?: string | null;
  /** Whether the visitor may create pastes: on a closed host only somebody who is signed in may. */
  mayCreate: boolean;
}
