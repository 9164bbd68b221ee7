import { formatUnit } from '../locales/format.rules';
import { type Expiry, unitOf } from '../pastes/expiry.rules';

/** The text of `curl HOST/help.txt`, which fits on one screen. */
export function uploadManual(siteName: string, baseUrl: string, preselected: Expiry): string {
  return `${siteName}: paste text from a terminal at ${baseUrl}

  curl -T notes.md ${baseUrl}/
  command | curl -T - ${baseUrl}/
  curl --data-binary @notes.md ${baseUrl}/
  curl -F file=@notes.md -F ttl=1h ${baseUrl}/
  curl -T notes.md '${baseUrl}/?ttl=1h&burn=1'

The response is the link; the file's name becomes the title. With -i you also
see X-Service-Manage-Token, which deletes the paste.

  ttl=90s|10m|2h|1d|1w|1y|never   how long it lives (${preselected === null ? 'never' : formatUnit(...unitOf(preselected))})
  burn=1                          only the first reader gets it
  approval=1                      with burn: you release each reader
  reads=3                         so many readers get it
  from=192.0.2.0/24               only readers in these networks get it
  syntax=python                   language of the colours
  title=TEXT                      instead of the file's name
  e2ee=1                          the text is a JWE that you have encrypted

With an API key: -H 'Authorization: Bearer KEY', or -u :KEY, or ~/.netrc.

This is NOT end-to-end encrypted: the server sees the text, and encrypts it on
its disk. Our page, and the sealpaste client, encrypt before they send.
More: ${baseUrl}/docs/api
`;
}
