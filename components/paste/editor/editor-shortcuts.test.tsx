import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { commonMessages } from '#components/messages/common';
import { editorMessages as messages } from '#components/messages/editor';
import { button, openEditor, textField, titleField, write } from './testing/editor-page';
import { nextUpload } from './testing/upload';

const list = () => screen.queryByRole('dialog', { name: commonMessages.shortcuts });

/** Opens the editor with the focus on a button instead of a field. */
function openAtButton() {
  const page = openEditor();
  button(commonMessages.shortcuts).focus();
  return page;
}

describe('outside of fields', () => {
  it('? lists the keys; Escape closes the list and restores the focus', async () => {
    const { user } = openAtButton();
    await user.keyboard('?');
    for (const meaning of Object.values(messages.keys)) expect(within(list() ?? document.body).getByText(meaning)).toBeVisible();
    expect(within(list() ?? document.body).getByText(messages.leavingKeys)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(list()).not.toBeInTheDocument();
    expect(button(commonMessages.shortcuts)).toHaveFocus();
  });

  it('n focuses the text and writes nothing into it', async () => {
    const { user } = openAtButton();
    await user.keyboard('n');
    expect(textField()).toHaveFocus();
    expect(textField()).toHaveValue('');
  });

  it('the list of shortcuts opens and closes by buttons, too', async () => {
    const { user } = openEditor();
    await user.click(button(commonMessages.shortcuts));
    await user.click(within(list() ?? document.body).getByRole('button', { name: commonMessages.close }));
    expect(list()).not.toBeInTheDocument();
  });
});

describe('Ctrl and Enter outside of the form', () => {
  it('create the link where nothing has the focus', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    textField().blur();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await nextUpload()).method).toBe('POST');
  });

  it('are left to what has the focus', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '/docs/api';
    link.focus();
    expect(fireEvent.keyDown(link, { key: 'Enter', ctrlKey: true })).toBe(true);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    link.remove();
  });
});

describe('in fields', () => {
  it('? and n are written into the fields', async () => {
    const { user } = openEditor();
    await user.keyboard('?n');
    expect(textField()).toHaveValue('?n');
    await user.type(titleField(), '?n');
    expect(titleField()).toHaveValue('?n');
    expect(list()).not.toBeInTheDocument();
  });

  it('Ctrl and Enter within the title create the link', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    await user.click(titleField());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await nextUpload()).method).toBe('POST');
  });

  it.each([
    ['ends a composition', { ctrlKey: true, isComposing: true }],
    ['comes with AltGr still pressed, as after a brace', { ctrlKey: true, altKey: true }],
    ['comes with Cmd and Option', { metaKey: true, altKey: true }],
    ['comes alone', {}],
    ['comes with Shift', { shiftKey: true }],
  ])('an Enter that %s creates nothing', async (_how, modifiers) => {
    const { user } = openEditor();
    await write(user, '{');
    expect(fireEvent.keyDown(textField(), { key: 'Enter', ...modifiers })).toBe(true);
    expect(button(messages.create)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('Ctrl with another key than Enter creates nothing', async () => {
    const { user } = openEditor();
    await write(user, 'text');
    expect(fireEvent.keyDown(textField(), { key: 's', ctrlKey: true })).toBe(true);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

describe('Tab', () => {
  it('Tab indents a text and Shift Tab takes it back; Escape and Tab leave the editor', async () => {
    const { user } = openEditor();
    await user.keyboard('a{Enter}b');
    await user.tab();
    expect(textField()).toHaveValue('a\nb  ');
    await user.tab({ shift: true });
    expect(textField()).toHaveValue('a\nb  ');
    textField().select();
    await user.tab();
    expect(textField()).toHaveValue('  a\n  b  ');
    await user.tab({ shift: true });
    expect(textField()).toHaveValue('a\nb  ');
    expect(textField()).toHaveFocus();
    expect(textField()).toHaveAccessibleDescription(expect.stringContaining(messages.tabHint));
    await user.keyboard('{Escape}');
    await user.tab();
    expect(textField()).not.toHaveFocus();
  });

  it('Tab leaves an empty editor at once', async () => {
    const { user } = openEditor();
    expect(textField()).toHaveFocus();
    await user.tab();
    expect(textField()).not.toHaveFocus();
    expect(textField()).toHaveValue('');
  });
});
