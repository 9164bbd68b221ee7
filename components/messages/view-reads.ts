/** The words of the page of a paste with a number of reads. Apart, because few pages need them. */
export const viewReadsMessages = {
  title: (left: number) => (left === 1 ? 'This paste can be read once more' : `This paste can be read ${left} more times`),
  text: (left: number) =>
    left === 1
      ? 'Opening it is the last read. The link stops working for everybody after it.'
      : 'Opening it uses one read. After the last read, the link stops working for everybody.',
  button: 'Open it',
  later: 'The paste is not opened yet. You can come back later, if others leave a read.',
  needsScript: 'This paste is encrypted. Opening it needs JavaScript.',
} as const;
