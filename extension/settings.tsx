/** The extension's settings: the servers whose links it opens. */
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { editorMessages } from '#components/messages/editor';
import { extensionMessages as messages } from '#components/messages/extension';
import { Button, SubmitButton } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { applyRules, endWorkers, type OpenPages } from './apply-rules';
import { Frame } from './frame';
import { type Instance, keepInstances, parseAddress, permissionFor } from './instances';
import styles from './settings.module.css';

export function showSettings(instances: readonly Instance[]): void {
  createRoot(document.body).render(
    <Frame instance={null}>
      <title>{messages.settings}</title>
      <SettingsPage kept={instances} />
    </Frame>,
  );
}

export function SettingsPage({ kept }: { kept: readonly Instance[] }) {
  const [instances, setInstances] = useState(kept);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<{ host: string; pages: OpenPages } | null>(null);

  /** @throws Error when the browser can't take a server */
  async function keep(changed: readonly Instance[]): Promise<void> {
    await applyRules(changed);
    await keepInstances(changed);
    setInstances(changed);
    setProblem(null);
    setDone(null);
  }

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const address = parseAddress(String(data.get('address')));
    if (address === null) return setProblem(messages.noAddress);
    // Asked before anything is awaited: browsers forget that somebody pressed the button.
    const isAllowed = await chrome.permissions.request(permissionFor(address));
    const added = { address, apiKey: String(data.get('apiKey')).trim() };
    const changed = [...instances.filter((each) => each.address !== address), added];
    const isKept =
      isAllowed &&
      (await keep(changed).then(
        () => true,
        () => false,
      ));
    const { host } = new URL(address);
    if (!isKept) return setProblem(messages.refused(host));
    form.reset();
    const pages = await endWorkers([added]);
    if (pages) setDone({ host, pages });
  }

  async function remove({ address }: Instance): Promise<void> {
    const left = instances.filter((each) => each.address !== address);
    await keep(left);
    const permission = permissionFor(address);
    const isShared = left.some((each) => permissionFor(each.address).origins[0] === permission.origins[0]);
    if (!isShared) await chrome.permissions.remove(permission);
  }

  return (
    <main id="content" className={styles.page}>
      <h1>{messages.settings}</h1>
      <p>{messages.description}</p>
      {instances.length === 0 ? null : (
        <ul className="stack" aria-label={messages.servers}>
          {instances.map((instance) => (
            <li key={instance.address} className={styles.server}>
              <bdi>{instance.address}</bdi>
              <Button variant="quiet" onClick={() => void remove(instance)} aria-label={messages.removeServer(instance.address)}>
                {messages.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={(event) => void add(event)} noValidate>
        <TextField id="address" name="address" type="url" label={messages.address} placeholder="https://" problem={problem} required />
        <TextField
          id="api-key"
          name="apiKey"
          type="password"
          label={messages.apiKey}
          note={editorMessages.optional}
          hint={messages.apiKeyHint}
        />
        <div className="row">
          <SubmitButton variant="primary">{messages.add}</SubmitButton>
        </div>
      </form>
      <p role="status">{done === null ? '' : done.pages.left > 0 ? messages.pagesLeft(done.host) : messages.workersRemoved(done.host)}</p>
    </main>
  );
}
