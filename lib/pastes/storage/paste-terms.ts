/**
 * The terms of a paste, which never change: the bound options and the read proof, as a text to which the content's key is
 * bound (lib/vault).
 */
import { isSet, OPTION_NAMES, type OptionName, PASTE_OPTIONS, type PasteOptions } from '../paste-options.rules';

export interface PasteTerms extends PasteOptions {
  /** SHA-256 of the token that readers must show. */
  readProof: Uint8Array | null;
}

const BOUND = OPTION_NAMES.filter((name) => PASTE_OPTIONS[name].isBound);

export const TERMS_COLUMNS = [...BOUND.map((name) => PASTE_OPTIONS[name].column), 'read_proof'];

/** An address is sealed for its row by itself; here counts that there is one. */
const said = (value: PasteOptions[OptionName]) =>
  Array.isArray(value) ? value.join(' ') : Number(typeof value === 'string' ? true : value);

/** An option that isn't set adds nothing, so that a new option leaves the terms of older pastes unchanged. */
export function termsOf(paste: PasteTerms): string {
  const options = BOUND.filter((name) => isSet(paste[name])).map((name) => `${name}=${said(paste[name])}`);
  const proof = paste.readProof === null ? [] : [`proof=${Buffer.from(paste.readProof).toString('base64url')}`];
  return [...options, ...proof].join('/');
}
