import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createdMessages as messages } from '#components/messages/created';
import { linkMessages } from '#components/messages/link';
import { translatePage } from '#components/testing/translate-page';
import { CopyCode } from './copy-code';
import { CopyField } from './copy-field';

const VALUE = 'https://paste.example/view/abc#key';
const SHOWN_MS = 2_500;

const copyButton = () => screen.getByRole('button', { name: messages.copyLink });
const WAYS = [
  ['a field', () => <CopyField label={messages.link} copyLabel={messages.copyLink} value={VALUE} />],
  ['lines of code', () => <CopyCode code={VALUE} label={messages.copyLink} />],
] as const;

/** Stands in for the browser's copy command, which copies the selection where no HTTPS means no clipboard API. */
let command: () => boolean;
let copied: string | null;

beforeEach(() => {
  copied = null;
  command = () => false;
  Object.assign(document, { execCommand: () => command() });
});

function copySelection(): boolean {
  const { activeElement } = document;
  copied = activeElement instanceof HTMLInputElement ? activeElement.value : String(window.getSelection());
  return true;
}

describe.each(WAYS)('%s', (what, element) => {
  it(`${what} is copied under a browser’s translation, once and again`, async () => {
    userEvent.setup();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(element());
    for (let press = 0; press < 2; press++) {
      translatePage();
      fireEvent.click(copyButton());
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByRole('status')).toHaveTextContent(linkMessages.copied);
      act(() => void vi.advanceTimersByTime(SHOWN_MS));
      expect(screen.getByRole('status')).toBeEmptyDOMElement();
    }
  });

  it(`${what} is copied by its button, which says so`, async () => {
    const user = userEvent.setup();
    render(element());
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.click(copyButton());
    expect(await navigator.clipboard.readText()).toBe(VALUE);
    expect(screen.getByRole('status')).toHaveTextContent(linkMessages.copied);
  });

  it(`${what} says for two and a half seconds that it was copied`, async () => {
    userEvent.setup();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(element());
    fireEvent.click(copyButton());
    await act(() => vi.advanceTimersByTimeAsync(0));
    act(() => void vi.advanceTimersByTime(SHOWN_MS - 1));
    expect(screen.getByRole('status')).toHaveTextContent(linkMessages.copied);
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it(`${what} is copied by its selection where programs have no clipboard`, async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    command = copySelection;
    render(element());
    await user.click(copyButton());
    expect(copied).toBe(VALUE);
    expect(await screen.findByText(linkMessages.copied, { selector: '[role=status]' })).toBeVisible();
  });

  it(`${what} that can’t be copied is left selected, and says so`, async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    render(element());
    await user.click(copyButton());
    expect(await screen.findByText(linkMessages.copyFailed)).toHaveAttribute('role', 'status');
    copySelection();
    expect(copied).toBe(VALUE);
  });
});

describe('a field to copy from', () => {
  it('a copy field is selected as a whole when it gets the focus', async () => {
    const user = userEvent.setup();
    render(<CopyField label={messages.link} copyLabel={messages.copyLink} value={VALUE} />);
    const field = screen.getByLabelText<HTMLInputElement>(messages.link);
    expect(field).not.toHaveFocus();
    await user.tab();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, VALUE.length]);
  });

  it('a copy field without a hint has no description', () => {
    render(<CopyField label={messages.link} copyLabel={messages.copyLink} value={VALUE} />);
    expect(screen.getByLabelText(messages.link)).not.toHaveAttribute('aria-describedby');
  });
});
