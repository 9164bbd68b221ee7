/** Uses the account pages over plain HTTP as a browser with JavaScript turned off does. */

export interface FormAnswer {
  status: number;
  /** Target of the redirect. */
  location: string | null;
  /** `name=value` of the cookies that were set. */
  cookies: string[];
  /** Whole Set-Cookie headers. */
  setCookies: string[];
  body: string;
}

/** Sends a form as a page of `origin` does. */
export async function sendForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<FormAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  const setCookies = response.headers.getSetCookie();
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookies: setCookies.map((text) => text.slice(0, text.indexOf(';'))),
    setCookies,
    body: await response.text(),
  };
}

/** @returns the cookie, as a browser sends it back @throws when the key is refused */
export async function signIn(baseUrl: string, origin: string, apiKey: string): Promise<string> {
  const { cookies, location } = await sendForm(`${baseUrl}/account/actions/sign-in`, { apiKey }, { Origin: origin });
  const [cookie] = cookies;
  if (cookie === undefined) throw new Error(`not signed in: sent to ${location}`);
  return cookie;
}
