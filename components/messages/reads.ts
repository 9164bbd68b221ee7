/** The words for reads that are counted, wherever a paste is spoken of. */
export const readsMessages = {
  label: 'Reads',
  /** @param when the last read was; null: there was none, or nobody asks */
  counted: (reads: number, max: number, when: string | null) => `${reads} of ${max} read${when === null ? '' : `, last on ${when}`}`,
} as const;
