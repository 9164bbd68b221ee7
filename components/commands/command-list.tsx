'use client';

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { commandMessages as messages } from '#components/messages/command';
import { Dialog } from '#components/ui/dialog';
import styles from './command-list.module.css';
import { type Command, collectCommands, findCommands, secretRequestCommands } from './commands';

interface CommandListProps {
  isSignedIn: boolean;
  links: readonly { label: string; href: string }[];
  onClose: () => void;
}

const groupMessages = messages.groups;
const GROUPS = Object.keys(groupMessages) as Command['group'][];

/**
 * The list of everything that one can do and go to, as a combobox with a list (WAI-ARIA APG): the focus stays in the field, and
 * the arrows choose.
 */
export function CommandList({ isSignedIn, links, onClose }: CommandListProps) {
  const id = useId();
  const [commands, setCommands] = useState(() => collectCommands({ isSignedIn, links }));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Called once the dialog has closed and has given the focus back. */
  const toRun = useRef<Command | null>(null);
  const matches = findCommands(commands, text);
  const found = GROUPS.flatMap((group) => matches.filter((command) => command.group === group));
  const current = Math.min(chosen, found.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    field.current?.focus();
    let isOpen = true;
    void secretRequestCommands().then((more) => isOpen && setCommands((before) => [...before, ...more]));
    return () => {
      isOpen = false;
    };
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function run(command: Command): void {
    toRun.current = command;
    list.current?.closest('dialog')?.close();
  }

  function close(): void {
    onClose();
    toRun.current?.run();
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    const last = found.length - 1;
    const next =
      key === 'ArrowDown' ? (current === last ? 0 : current + 1) : key === 'ArrowUp' ? (current <= 0 ? last : current - 1) : null;
    if (event.nativeEvent.isComposing) return;
    if (next !== null) setChosen(next);
    else if (key === 'Enter' && found[current]) run(found[current]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={messages.title} onClose={close}>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        dir="auto"
        aria-label={messages.search}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : optionId(current)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={messages.search}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <p role="status" className={found.length === 0 ? styles.none : 'visually-hidden'}>
        {found.length === 0 ? messages.none : text === '' ? '' : messages.count(found.length)}
      </p>
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label={messages.title}>
        {GROUPS.filter((group) => found.some((command) => command.group === group)).map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, not sets of fields
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={styles.group}>
              {messages.groups[group]}
            </p>
            {found.map((command, index) =>
              command.group === group ? (
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={optionId(index)}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  className={styles.option}
                  onClick={() => run(command)}
                >
                  <bdi>{command.name}</bdi>
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
