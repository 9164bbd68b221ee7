import type { CreatedPaste, Draft } from '../compose.state';
import type { CreatedAnswer } from '../send-paste';

/** The key is joined to the link here, and goes no further than the page. */
export function toCreated(
  { url, publicId, expiresAt, isE2ee, manageToken }: CreatedAnswer,
  draft: Draft,
  key: string | null,
): CreatedPaste {
  const manageUrl = `${url.slice(0, url.lastIndexOf('/view/'))}/manage/${publicId}`;
  return {
    link: key === null ? url : `${url}#${key}`,
    manageLink: manageToken === undefined ? null : `${manageUrl}#${manageToken}`,
    publicId,
    manageToken: manageToken ?? null,
    expiresAt,
    isE2ee,
    burnAfterRead: draft.burnAfterRead,
    hasPassword: key !== null && draft.password !== '',
  };
}
