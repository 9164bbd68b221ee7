/** The hidden fields by which a form in the list of pastes leads back to the same page of the list. */
export const listFields = (q: string, page: number) => ({ q: q === '' ? null : q, page: page === 1 ? null : page });
