/** Requests as commands for a POSIX shell. */

export interface ShownRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** A curl command for the request, quoted so that the shell runs nothing in it. */
export function toCurl({ method, url, headers, body }: ShownRequest): string {
  const isDefault = method === (body === null ? 'GET' : 'POST');
  const flags = method === 'HEAD' ? '-sI' : isDefault ? '-s' : `-s -X ${method}`;
  const parts = [
    `curl ${flags} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // `--data-raw`: a body that begins with @ is no file's name.
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes a text as one word of the shell, unless it has only harmless characters. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
