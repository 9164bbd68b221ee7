import { render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { formatExpiry } from '#components/ui/times';
import { formatTime } from '#lib/locales/format.rules';
import { type OfferedExpiries, offeredExpiries } from '#lib/pastes/expiry.rules';
import { type Draft, EMPTY_DRAFT } from './model/editor-draft';
import type { Problem } from './model/editor-problem';
import { describeProblem } from './model/editor-words';
import type { PasteEditor } from './model/paste-editor';
import { OptionsPanel } from './options-panel';
import { burnSwitch, button, expiryField, languageField, NOW, openEditor, passwordField, showMore, write } from './testing/editor-page';
import { OFFERED } from './testing/offered';
import { nextUpload } from './testing/upload';

const optionsButton = () => screen.getByRole('button', { name: new RegExp(`^${messages.options}`) });

interface PanelProps {
  draft?: Partial<Draft>;
  problem?: Problem | null;
  expiries?: OfferedExpiries;
}

function Panel({ draft = {}, problem = null, expiries = OFFERED }: PanelProps) {
  return (
    <OptionsPanel
      state={{ phase: 'writing', draft: { ...EMPTY_DRAFT, ...draft }, problem, notice: null, cleared: null }}
      editor={{ edit: () => undefined } as unknown as PasteEditor}
      host={{ expiries, rules: [], userName: null }}
    />
  );
}

const PROTECTIONS = [
  ['encrypted', { encrypt: true, password: '' }, messages.encrypted],
  ['with a password', { encrypt: true, password: 'p' }, messages.withPassword],
  ['not encrypted', { encrypt: false, password: '' }, messages.notEncrypted],
  ['not encrypted, a password left over', { encrypt: false, password: 'p' }, messages.notEncrypted],
] as const;

describe('the folded options', () => {
  for (const burnAfterRead of [false, true]) {
    for (const [name, protection, words] of PROTECTIONS) {
      it(`folded options name every expiry, ${name}, ${burnAfterRead ? 'burned' : 'kept'}`, () => {
        const { rerender } = render(<Panel />);
        for (const expiry of OFFERED.choices) {
          for (const chosenSyntax of [null, 'rust']) {
            rerender(<Panel draft={{ ...protection, expiry, burnAfterRead, chosenSyntax }} />);
            const said = [formatExpiry(expiry), ...(burnAfterRead ? [messages.burns] : []), words].join(' · ');
            expect(document.querySelector('[aria-controls=options]')?.textContent).toBe(`${messages.options}${said}`);
          }
        }
      });
    }
  }

  it('the summary follows what is chosen', async () => {
    const { user } = openEditor();
    expect(optionsButton()).toHaveTextContent(`${formatExpiry(604800)} · ${messages.encrypted}`);
    await user.selectOptions(expiryField(), formatExpiry(3600));
    await user.click(burnSwitch());
    await user.type(passwordField(), 'p');
    expect(optionsButton()).toHaveTextContent(`${formatExpiry(3600)} · ${messages.burns} · ${messages.withPassword}`);
  });

  it('the options unfold and fold by their button', async () => {
    const user = userEvent.setup();
    render(<Panel />);
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'false');
    await user.click(optionsButton());
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'true');
    await user.click(optionsButton());
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'false');
  });

  it('a problem with the encryption unfolds the options', () => {
    const problem: Problem = { code: 'sealed-too-large' };
    render(<Panel problem={problem} />);
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent(describeProblem(problem));
  });
});

describe('the expiry', () => {
  const offered = () => within(expiryField()).getAllByRole('option');

  it('the expiry says at which time the paste is gone', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const { rerender } = render(<Panel draft={{ expiry: 3600 }} />);
    const minute = new Date('2026-11-21T12:00:00.000Z').getTime();
    expect(expiryField()).toHaveAccessibleDescription(messages.expiresOn(formatTime(new Date(minute + 3_600_000))));
    rerender(<Panel draft={{ expiry: null }} />);
    expect(expiryField()).toHaveAccessibleDescription(messages.expiresNever);
  });

  it('what the operator offers is offered, in that order, and a time of one’s own', () => {
    const choices = [86_400, 5_400, 1_209_600, null];
    render(<Panel expiries={offeredExpiries({ choices, preselected: 5_400 })} />);
    expect(offered().map(({ textContent }) => textContent)).toEqual(['1 day', '90 minutes', '2 weeks', 'Never', messages.ownExpiry]);
    expect(expiryField()).toHaveDisplayValue('90 minutes');
    expect(optionsButton()).toHaveTextContent('90 minutes');
  });

  it('a bound below a minute leaves nothing to type', () => {
    render(<Panel expiries={offeredExpiries({ choices: [30], preselected: 30 }, 30)} />);
    expect(offered().map(({ textContent }) => textContent)).toEqual(['30 seconds']);
  });

  it.each([
    ['offered', 604_800, '1 week'],
    ['shorter than the bound, but not offered', 3_600, messages.ownExpiry],
    ['over the bound', 31_536_000, messages.ownExpiry],
    ['for ever, which is not offered', null, '1 week'],
  ])('what was chosen before, and is %s, shows as what will be sent', (_, expiry, shown) => {
    render(<Panel draft={{ expiry }} expiries={offeredExpiries({ choices: [600, 604_800], preselected: 600 }, 604_800 * 2)} />);
    expect(expiryField()).toHaveDisplayValue(shown);
  });
});

describe('an expiry of one’s own', () => {
  const amountField = () => screen.queryByRole('textbox', { name: messages.ownAmount }) as HTMLInputElement;
  const unitField = () => screen.getByRole('combobox', { name: messages.ownUnit });
  const BOUNDED = offeredExpiries({ choices: [3_600, 86_400], preselected: 86_400 }, 172_800);

  async function choose(user: UserEvent, amount: string, unit: string): Promise<void> {
    await user.selectOptions(expiryField(), messages.ownExpiry);
    await user.selectOptions(unitField(), unit);
    await user.clear(amountField());
    if (amount !== '') await user.type(amountField(), amount);
  }

  it('begins with the chosen one, and is sent', async () => {
    const { user } = openEditor({ expiries: BOUNDED });
    await write(user, 'text');
    await user.selectOptions(expiryField(), messages.ownExpiry);
    expect([amountField().value, (unitField() as HTMLSelectElement).value]).toEqual(['1', 'days']);
    await choose(user, '36', 'hours');
    expect(optionsButton()).toHaveTextContent('36 hours');
    expect(amountField()).toHaveAccessibleDescription(messages.expiresOn(formatTime(new Date(NOW.getTime() - 30_000 + 36 * 3_600_000))));
    await user.click(button(messages.create));
    const upload = await nextUpload();
    expect(await upload.json()).toMatchObject({ ttlSeconds: 129_600 });
  });

  it('equal to an offered one stays as it was typed', async () => {
    const { user } = openEditor({ expiries: BOUNDED });
    await choose(user, '24', 'hours');
    expect(amountField()).toHaveValue('24');
    expect(optionsButton()).toHaveTextContent('1 day');
  });

  it.each([
    ['', 'hours'],
    ['0', 'minutes'],
    ['49', 'hours'],
    ['3', 'days'],
    ['1.5', 'hours'],
    ['-1', 'hours'],
    ['1e1', 'minutes'],
    ['999999999', 'days'],
  ])('of “%s” %s is refused with the limit, and nothing is sent', async (amount, unit) => {
    const { user } = openEditor({ expiries: BOUNDED });
    await write(user, 'text');
    await choose(user, amount, unit);
    expect(amountField()).toBeInvalid();
    expect(amountField()).toHaveAccessibleDescription(messages.ownRange('2 days'));
    await user.click(button(messages.create));
    expect(screen.getByRole('alert')).toHaveTextContent(messages.ownRange('2 days'));
    expect(button(messages.create)).toBeVisible();
    await choose(user, '2', 'days');
    expect(amountField()).toBeValid();
    await user.click(button(messages.create));
    expect(await (await nextUpload()).json()).toMatchObject({ ttlSeconds: 172_800 });
  });

  it('gives way to an offered one', async () => {
    const { user } = openEditor({ expiries: BOUNDED });
    await choose(user, '5', 'minutes');
    await user.selectOptions(expiryField(), '1 hour');
    expect(amountField()).toBeNull();
    expect(optionsButton()).toHaveTextContent('1 hour');
  });
});

describe('readers who may delete', () => {
  const deleteSwitch = () => screen.queryByRole('switch', { name: messages.pasteOptions.readerMayDelete.label });

  it('are allowed to unless the paste burns, and the server gets the proof of the key', async () => {
    const { user } = openEditor();
    await write(user, 'take it and delete it');
    await showMore(user);
    await user.click(deleteSwitch() as HTMLElement);
    expect(screen.getByText(messages.pasteOptions.readerMayDelete.on)).toBeVisible();
    await user.click(burnSwitch());
    expect(deleteSwitch()).toBeNull();
    await user.click(burnSwitch());
    await user.click(button(messages.create));
    const upload = await nextUpload();
    const sent = await upload.json();
    expect(sent).toMatchObject({ readerMayDelete: true, readProof: expect.stringMatching(/^[\w-]{43}$/) });
    expect(sent).not.toHaveProperty('burnAfterRead');
    await upload.create();
  });
});

describe('a number of reads', () => {
  const readsField = () => screen.queryByRole('combobox', { name: messages.pasteOptions.maxReads.label });

  it('is chosen unless the paste burns, and is sent', async () => {
    const { user } = openEditor();
    await write(user, 'for three');
    await showMore(user);
    await user.selectOptions(readsField() as HTMLElement, messages.pasteOptions.maxReads.choice(3));
    expect(screen.getByText(messages.pasteOptions.maxReads.hint)).toBeVisible();
    expect(optionsButton()).toHaveTextContent(messages.pasteOptions.maxReads.choice(3));
    await user.click(burnSwitch());
    expect(readsField()).toBeNull();
    await user.click(burnSwitch());
    expect(readsField()).toHaveValue('3');
    await user.click(button(messages.create));
    const upload = await nextUpload();
    const sent = await upload.json();
    expect(sent).toMatchObject({ maxReads: 3 });
    expect(sent).not.toHaveProperty('burnAfterRead');
    await upload.create();
  });
});

it('who is asked before it opens is chosen below burning, and sent', async () => {
  const { label, choice, hint } = messages.pasteOptions.approvals;
  const field = () => screen.queryByRole('combobox', { name: label });
  const { user } = openEditor();
  await write(user, 'for one');
  await showMore(user);
  expect(field()).toBeNull();
  await user.click(burnSwitch());
  await user.selectOptions(field() as HTMLElement, choice(2));
  expect(screen.getByText(hint)).toBeVisible();
  await user.click(burnSwitch());
  expect(field()).toBeNull();
  await user.click(burnSwitch());
  expect(field()).toHaveValue('2');
  await user.click(button(messages.create));
  const upload = await nextUpload();
  expect(await upload.json()).toMatchObject({ burnAfterRead: true, approvals: 2 });
  await upload.create();
});

it('a code by mail is offered where the host sends mail, and the address is sent', async () => {
  const { approvals, recipient } = messages.pasteOptions;
  const field = () => screen.getByRole('combobox', { name: approvals.label });
  const address = () => screen.getByRole('textbox', { name: recipient.label });
  const { user } = openEditor({ isSignedIn: true, mayMail: true });
  await write(user, 'for one');
  await showMore(user);
  await user.click(burnSwitch());
  await user.selectOptions(field(), approvals.choice(1));
  await user.selectOptions(field(), recipient.choice);
  expect(address()).toHaveAccessibleDescription(recipient.hint);
  await user.type(address(), 'anna');
  await user.click(button(messages.create));
  expect(address()).toHaveAccessibleDescription(messages.problems['recipient-wrong']);
  await user.type(address(), '@example.org');
  expect(optionsButton()).toHaveTextContent(messages.mailTo('anna@example.org'));
  await user.click(button(messages.create));
  const upload = await nextUpload();
  const sent = await upload.json();
  expect(sent).toMatchObject({ burnAfterRead: true, recipient: 'anna@example.org' });
  expect(sent).not.toHaveProperty('approvals');
  await upload.create();
});

it('no code by mail is offered without mail or an account', async () => {
  const { user } = openEditor();
  await showMore(user);
  await user.click(burnSwitch());
  expect(screen.queryByRole('option', { name: messages.pasteOptions.recipient.choice })).toBeNull();
});

describe('the options behind “More”', () => {
  const more = () => screen.getByRole('button', { name: messages.more });

  it.each<Partial<Draft>>([{ maxReads: 3 }, { readerMayDelete: true }, { encrypt: false }])('are open while one is chosen: %o', (draft) => {
    const { rerender } = render(<Panel />);
    expect(more()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('switch', { name: messages.encrypt })).toBeNull();
    rerender(<Panel draft={draft} />);
    expect(more()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('switch', { name: messages.encrypt })).toBeVisible();
  });

  it('come into view when they are opened', async () => {
    const { user } = openEditor();
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await showMore(user);
    expect(scrolled.mock.contexts.map((element) => (element as Element).id)).toEqual(['more-options']);
  });
});

describe('this browser’s defaults', () => {
  const keep = () => screen.getByRole('switch', { name: messages.defaults.label });

  it('expiry, burning and language are kept by one switch, and no later choice', async () => {
    const first = openEditor();
    await first.user.selectOptions(expiryField(), '1 hour');
    await first.user.click(burnSwitch());
    await first.user.selectOptions(languageField(), 'rust');
    await showMore(first.user);
    await first.user.click(keep());
    await first.user.click(burnSwitch());
    expect(keep()).not.toBeChecked();
    first.unmount();
    sessionStorage.clear();
    const { user } = openEditor();
    const expectKept = () => {
      expect(expiryField()).toHaveDisplayValue('1 hour');
      expect(burnSwitch()).toBeChecked();
      expect(languageField()).toHaveValue('rust');
    };
    expectKept();
    await write(user, 'text');
    await user.click(burnSwitch());
    await user.click(button(messages.clearDraft));
    expectKept();
    await showMore(user);
    expect(keep()).toBeChecked();
    await user.click(keep());
    expect(localStorage).toHaveLength(0);
  });

  it('without the switch the next paste begins with what the host offers', async () => {
    const first = openEditor();
    await first.user.selectOptions(expiryField(), '1 hour');
    await first.user.click(burnSwitch());
    first.unmount();
    sessionStorage.clear();
    openEditor();
    expect(expiryField()).toHaveDisplayValue('1 week');
    expect(burnSwitch()).not.toBeChecked();
  });
});
