import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { formatTime } from '#components/messages/format';
import { type Draft, EMPTY_DRAFT } from './editor.draft';
import { EXPIRIES, expiryName } from './expiry';
import { OptionsPanel } from './options-panel';
import { burnSwitch, button, expiryField, NOW, openEditor, passwordField, write } from './testing/editor.page';
import { nextUpload } from './testing/upload';

const optionsButton = () => screen.getByRole('button', { name: new RegExp(`^${messages.options}`) });

function Panel({ draft = {}, maxTtlSeconds = null }: { draft?: Partial<Draft>; maxTtlSeconds?: number | null }) {
  return (
    <OptionsPanel
      draft={{ ...EMPTY_DRAFT, ...draft }}
      maxTtlSeconds={maxTtlSeconds}
      isLocked={false}
      encryptProblem={null}
      passwordProblem={null}
      onSubmitWithoutPassword={() => undefined}
      onEdit={() => undefined}
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
      it(`the summary names every expiry, ${name}, ${burnAfterRead ? 'burned' : 'kept'} after reading`, () => {
        const { rerender } = render(<Panel />);
        for (const expiry of EXPIRIES) {
          for (const chosenSyntax of [null, 'rust']) {
            rerender(<Panel draft={{ ...protection, expiry, burnAfterRead, chosenSyntax }} />);
            const said = [messages.expiries[expiryName(expiry)], ...(burnAfterRead ? [messages.burns] : []), words].join(' · ');
            expect(document.querySelector('[aria-controls=options]')?.textContent).toBe(`${messages.options}${said}`);
          }
        }
      });
    }
  }

  it('the summary follows what is chosen', async () => {
    const { user } = openEditor();
    expect(optionsButton()).toHaveTextContent(`${messages.expiries[604800]} · ${messages.encrypted}`);
    await user.selectOptions(expiryField(), messages.expiries[3600]);
    await user.click(burnSwitch());
    await user.type(passwordField(), 'p');
    expect(optionsButton()).toHaveTextContent(`${messages.expiries[3600]} · ${messages.burns} · ${messages.withPassword}`);
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
    render(
      <OptionsPanel
        draft={EMPTY_DRAFT}
        maxTtlSeconds={null}
        isLocked={false}
        encryptProblem="too large"
        passwordProblem={null}
        onSubmitWithoutPassword={() => undefined}
        onEdit={() => undefined}
      />,
    );
    expect(optionsButton()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent('too large');
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

  it('every expiry is offered where the operator sets no limit', () => {
    render(<Panel />);
    expect(offered().map(({ textContent }) => textContent)).toEqual(EXPIRIES.map((expiry) => messages.expiries[expiryName(expiry)]));
  });

  it.each([
    [86_400, [600, 3600, 86_400], 86_400],
    [86_399, [600, 3600], 3600],
    [604_800, [600, 3600, 86_400, 604_800], 604_800],
    [60, [600], 600],
  ] as const)('no expiry over the operator’s %i seconds is offered', (maxTtlSeconds, expiries, chosen) => {
    render(<Panel maxTtlSeconds={maxTtlSeconds} />);
    expect(offered().map(({ textContent }) => textContent)).toEqual(expiries.map((expiry) => messages.expiries[expiry]));
    expect(expiryField()).toHaveDisplayValue(messages.expiries[chosen]);
    expect(optionsButton()).toHaveTextContent(messages.expiries[chosen]);
  });

  it('under an operator’s limit the expiry shown is the one sent', async () => {
    const { user } = openEditor({ maxTtlSeconds: 86_400 });
    await write(user, 'text');
    expect(expiryField()).toHaveDisplayValue(messages.expiries[86400]);
    await user.click(button(messages.create));
    expect(await (await nextUpload()).json()).toMatchObject({ ttlSeconds: 86_400 });
  });
});
