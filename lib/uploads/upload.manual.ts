/** What `curl HOST/help.txt` says: all of it fits on one screen. */
export function uploadManual(baseUrl: string): string {
  return `Paste text from a terminal: ${baseUrl}

  curl -T notes.md ${baseUrl}/               a file: its name is the title
  command | curl -T - ${baseUrl}/            what a command prints
  curl --data-binary @notes.md ${baseUrl}/   the same as -T, without a name
  curl -F file=@notes.md ${baseUrl}/         as a form sends it

The response is the link. -i also shows X-Service-Manage-Token, which deletes it.

Options go into the address ("${baseUrl}/?ttl=1h&burn=1") or into parts (-F ttl=1h):
  ttl=90s|10m|2h|1d|1w|1y|never   how long it lives (a week)
  burn=1                          the first reader is the only one
  syntax=python                   language of the colours
  title=TEXT                      title, instead of the file's name
  e2ee=1                          the text is a JWE that you have encrypted

With an API key: -H 'Authorization: Bearer KEY', or -u :KEY, or ~/.netrc.

This is NOT end-to-end encrypted: the server sees the text, and encrypts it on
its disk. Our page, and the sealpaste client, encrypt before they send.
The whole API: ${baseUrl}/docs/api
`;
}
