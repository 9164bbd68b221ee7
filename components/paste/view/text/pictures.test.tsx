import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { watchDownloads } from '#components/testing/fake-browser';
import { pictureName } from '../markdown/markdown-addresses';
import type { ViewedFile } from '../model/view-files';
import { PasteFiles, usePictureUrl } from './pictures';

const file = (name: string, kind: ViewedFile['kind']): ViewedFile => ({
  name,
  number: 1,
  kind,
  syntax: 'plaintext',
  text: null,
  content: new Blob([]),
});

function Shown({ name }: { name: string }) {
  return <p>{usePictureUrl(pictureName(name)) ?? 'none'}</p>;
}

it.each([
  ['beach.png', /^blob:/],
  ['./photos/beach.png', /^blob:/],
  ['Beach.png', /^none$/],
  ['other.png', /^none$/],
  ['page.html', /^none$/],
  ['my%20cat.png', /^blob:/],
  ['100%.png', /^none$/],
  ['https://example.org/beach.png', /^none$/],
  ['//example.org/beach.png', /^none$/],
])('a text that calls %s a picture gets %s', async (name, expected) => {
  watchDownloads();
  URL.revokeObjectURL ??= () => undefined;
  render(
    <PasteFiles value={[file('beach.png', 'picture'), file('my cat.png', 'picture'), file('page.html', 'other')]}>
      <Shown name={name} />
    </PasteFiles>,
  );
  await waitFor(() => expect(screen.getByText(expected)).toBeVisible());
});
