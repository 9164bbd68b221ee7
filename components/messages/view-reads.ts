/** The words of the page of a paste with limited reads. Separate, because few pages need them. */
export const viewReadsMessages = {
  title: (left: number) => (left === 1 ? 'This paste can be read once more' : `This paste can be read ${left} more times`),
  text: (left: number) =>
    left === 1
      ? 'Opening the paste uses the last read. After that, the link stops working for everybody.'
      : 'Opening the paste uses one read. After the last read, the link stops working for everybody.',
  button: 'Open the paste',
  again: (left: number) =>
    `Opening this page again, also by a reload, takes another read: ${left === 1 ? '1 is' : `${left} are`} left. Save the text if you need it again.`,
  later: 'The paste is not opened yet. You can come back later, if a read is left then.',
  needsScript: 'This paste is encrypted. Opening the paste needs JavaScript.',
} as const;
