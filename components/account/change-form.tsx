'use client';

import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Outcome, useChange } from '#components/client/use-change';
import { accountMessages } from '#components/messages/account';
import { commonMessages } from '#components/messages/common';
import { noticeMessages } from '#components/messages/notice';
import { Button, SubmitButton, type Variant } from '#components/ui/button';
import { Disclosure } from '#components/ui/disclosure';
import { Check } from '#components/ui/field';
import { problemSentence } from '#components/ui/problem-sentence';
import { ApiError, type ApiProblem, problemWithout } from '#lib/client/api-problem';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';

/** The fields of a form by name; a box that isn't ticked is missing. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** Sends a change. @returns the sentence about it; anything else where the page itself shows it @throws ApiError */
export type SendChange = (fields: Fields) => Promise<unknown>;

const SayAbove = createContext<((sentence: string) => void) | null>(null);

/** Says above its content what was done by forms inside that may vanish with what they changed, such as a row of a list. */
export function Changing({ children }: { children: ReactNode }) {
  const [done, setDone] = useState('');
  return (
    <SayAbove value={setDone}>
      <Said outcome={{ done, problem: null }} />
      {children}
    </SayAbove>
  );
}

interface Change {
  onSend: SendChange;
  /** The sentence for a problem of this change alone; null: the usual one. */
  problem?: ((problem: ApiProblem) => string | null) | undefined;
  /** Whether the form may vanish with what it changes, so that its `Changing` says what was done. */
  mayVanish?: boolean | undefined;
}

interface ChangeFormProps extends Omit<ComponentProps<'form'>, 'children' | 'onSubmit'>, Change {
  isEmptiedAfter?: boolean;
  /** The names of the fields that show their problems themselves. */
  shownAt?: readonly string[];
  /** @param refused the problem of one of those fields, or null */
  children: ReactNode | ((refused: ApiProblem | null) => ReactNode);
}

/**
 * A form whose change goes to an endpoint. What came of it stands at a field or at the end of the form, and what was typed stays
 * when the change fails.
 */
export function ChangeForm({
  onSend,
  problem,
  mayVanish = false,
  shownAt = [],
  isEmptiedAfter = false,
  children,
  ...form
}: ChangeFormProps) {
  const { isPending, outcome, run } = useChange();
  const sayAbove = useContext(SayAbove);
  const ref = useRef<HTMLFormElement>(null);
  const refused = outcome?.problem && shownAt.includes(outcome.problem.field) ? outcome.problem : null;
  useEffect(() => {
    if (refused !== null) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  return (
    <form
      ref={ref}
      aria-busy={isPending}
      onInvalidCapture={(event) => {
        const first = [...event.currentTarget.elements].find((field) => field instanceof HTMLInputElement && !field.validity.valid);
        const name = first?.getAttribute('name') ?? '';
        if (!shownAt.includes(name)) return;
        // The field says what is missing in the page's words, so the browser's bubble needn't.
        event.preventDefault();
        if (event.target === first) void run(() => Promise.reject(new ApiError(problemWithout('unexpected_response', 400, name))));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const fields = Object.fromEntries([...new FormData(event.currentTarget, submitter)].map(([name, value]) => [name, String(value)]));
        void run(async () => {
          const said = await onSend(fields);
          if (isEmptiedAfter) ref.current?.reset();
          return mayVanish && sayAbove !== null && typeof said === 'string' ? sayAbove(said) : said;
        });
      }}
      {...form}
    >
      {typeof children === 'function' ? children(refused) : children}
      <Said outcome={refused === null ? outcome : null} problem={problem} />
    </form>
  );
}

/** A form with one button, whose label is the children. */
export function ChangeButton({ onSend, problem, mayVanish, ...button }: ComponentProps<typeof Button> & Change) {
  return (
    <ChangeForm onSend={onSend} problem={problem} mayVanish={mayVanish}>
      <Button type="submit" {...button} />
    </ChangeForm>
  );
}

interface ConfirmedChangeProps extends Change {
  /** Details, shown before the button. */
  children?: ReactNode;
  /** A checkbox for an additional action. */
  choice?: { name: string; label: string } | undefined;
  /** The button's accessible name, where the page has several such forms. */
  label?: string;
  /** The look of both buttons; what destroys is red. */
  variant?: Variant;
  messages: { open: string; confirm: string; hint: string };
}

/** A change that asks for confirmation: its button shows another. It is said above, in a `Changing`. */
export function ConfirmedChange({
  choice,
  children,
  label,
  variant = 'danger',
  messages: { open, confirm, hint },
  ...change
}: ConfirmedChangeProps) {
  return (
    <Disclosure label={open} name={label} variant={variant}>
      {children}
      <ChangeForm mayVanish className={styles.row} {...change}>
        {choice === undefined ? null : (
          <Check className={styles.choice} name={choice.name}>
            {choice.label}
          </Check>
        )}
        <SubmitButton variant={variant}>{confirm}</SubmitButton>
        <span className={styles.muted}>{hint}</span>
      </ChangeForm>
    </Disclosure>
  );
}

export function Said({ outcome, problem: describe }: { outcome: Outcome | null; problem?: Change['problem'] }) {
  const done = outcome?.done ?? '';
  const problem = outcome?.problem ?? null;
  return (
    <>
      {/* A live region that stays, so that screen readers announce what it says later. */}
      <p role="status" className={done === '' ? 'visually-hidden' : 'box success'}>
        {done}
      </p>
      {problem === null ? null : (
        <p role="alert" className="box danger">
          {describe?.(problem) ?? problemSentence(problem)} <WayOut problem={problem} />
        </p>
      )}
    </>
  );
}

/** A link to what has to be done first. It opens a new tab, so that what was typed here stays. */
function WayOut({ problem: { code, status } }: { problem: ApiProblem }) {
  const isToConfirm = code === 'confirmation_required';
  if (!isToConfirm && status !== 401) return null;
  return (
    <a href={addressOf(isToConfirm ? '/account/confirm' : '/account')} target="_blank" rel="noreferrer">
      {isToConfirm ? accountMessages.confirm.title : commonMessages.signIn}
    </a>
  );
}

const madeMessages = accountMessages.made;

export const madeWith = (made: readonly ShownMade[], id: string): readonly ShownMade[] => made.filter(({ makers }) => makers.includes(id));

function MadeList({ made }: { made: readonly ShownMade[] }) {
  if (made.length === 0) return null;
  return (
    <div className={styles.made}>
      <p>{madeMessages.title}</p>
      <ul>
        {made.map(({ kind, name, makers }) => (
          <li key={`${kind} ${name} ${makers.join(' ')}`}>
            {madeMessages.kinds[kind]}: <bdi translate="no">{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EndingProps {
  /** Ends the thing, and what was made with it or not. @throws ApiError */
  end: (made: 'keep' | 'delete') => Promise<unknown>;
  made: readonly ShownMade[];
  /** Whether the thing itself has ended, so that only what was made with it is left. */
  isRest?: boolean;
  /** The sentences about the thing alone. */
  said: { done: string; gone: string };
  label?: string;
  messages: { open: string; confirm: string; hint: string };
}

/** Ends a key, an identity or a session. */
export function Ending({ end, made, isRest = false, said, ...shown }: EndingProps) {
  return (
    <ConfirmedChange
      {...shown}
      choice={isRest || made.length === 0 ? undefined : { name: 'withMade', label: madeMessages.choice(made.length) }}
      onSend={async ({ withMade }) => {
        const isAll = isRest || withMade !== undefined;
        await end(isAll ? 'delete' : 'keep');
        return isAll ? noticeMessages.done['made-gone'] : said.done;
      }}
      problem={({ status }) => (status === 404 ? said.gone : null)}
    >
      <MadeList made={made} />
    </ConfirmedChange>
  );
}

/** A thing made with a key, an identity or a session that still exists. */
export interface ShownMade {
  kind: 'key' | 'identity' | 'webhook' | 'chat' | 'mailbox';
  name: string;
  /** The ids of the keys, identities and sessions that it was made with. */
  makers: readonly string[];
}
