/** The policies of pages and of what they load (W3C Content Security Policy Level 3). The build writes those of pages that are files. */

/** The policy of a script, which holds where a page starts it as a worker. */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

interface Sources {
  /** The sign of a script that may run besides our files, e.g. a hash. */
  scripts: string;
  styles: string;
  /** Besides our own and `data:`. */
  pictures?: 'blob:' | '';
  connections?: 'ws:' | '';
}

/** The policy of a page: all comes from the host, and nothing is evaluated, embedded or sent elsewhere. */
export const pagePolicy = ({ scripts, styles, pictures = '', connections = '' }: Sources): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src ${styles}`,
    `img-src 'self' data: ${pictures}`.trim(),
    `connect-src 'self' ${connections}`.trim(),
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  ].join('; ');
