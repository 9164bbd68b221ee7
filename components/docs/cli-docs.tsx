import { cliDocsMessages as messages } from '#components/messages/cli-docs';
import { LinkButton } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';
import { Section } from '#components/ui/section';
import { addressOf } from '#lib/site/address.rules';
import styles from './api-docs.module.css';

interface CliDocsProps {
  /** The service's own address, without a slash at its end. */
  baseUrl: string;
  /** The SHA-256 of the file to download, in hexadecimal. */
  sha256: string;
  bytes: number;
}

/** A folder for programs that is in the user's path, with a command that starts Node. */
const WINDOWS_INSTALL = `$bin = "$HOME\\bin"
New-Item $bin -ItemType Directory -Force
Move-Item sealpaste.mjs $bin -Force
Set-Content "$bin\\sealpaste.cmd" '@node "%~dp0sealpaste.mjs" %*'
$path = [Environment]::GetEnvironmentVariable('Path', 'User')
[Environment]::SetEnvironmentVariable('Path', "$path;$bin", 'User')`;

export function CliDocs({ baseUrl, sha256, bytes }: CliDocsProps) {
  const getLabel = messages.get(String(Math.ceil(bytes / 1000)));
  return (
    <main id="content" className={styles.page}>
      <h1>{messages.title}</h1>
      <p className={styles.intro}>{messages.intro}</p>
      <Section id="get" title={messages.getTitle} className="stack">
        <Step text={getLabel} code={`curl -fsSLO ${baseUrl}/cli/sealpaste.mjs`} />
        <Step text={messages.check} code={`echo '${sha256}  sealpaste.mjs' | sha256sum -c`} />
        <p>{messages.checkLimit}</p>
        <Step
          text={messages.install}
          code={
            'mkdir -p ~/.local/bin\ninstall -m 755 sealpaste.mjs ~/.local/bin/sealpaste.mjs\nln -sf sealpaste.mjs ~/.local/bin/sealpaste'
          }
        />
      </Section>
      <Section id="windows" title={messages.windowsTitle} className="stack">
        <Step text={messages.windowsGet} code={`Invoke-WebRequest ${baseUrl}/cli/sealpaste.mjs -OutFile sealpaste.mjs`} />
        <Step text={messages.windowsCheck} code={`(Get-FileHash sealpaste.mjs).Hash -eq '${sha256}'`} />
        <Step text={messages.windowsInstall} code={WINDOWS_INSTALL} />
        <Step text={messages.windowsUse} code={`$env:SEALPASTE_URL = '${baseUrl}'\nsealpaste notes.md\nsealpaste get LINK -o notes.md`} />
        <p>{messages.windowsLimits}</p>
      </Section>
      <Section id="login" title={messages.loginTitle} className="stack">
        <Step text={messages.login} code={`sealpaste login --url ${baseUrl}`} />
        <Step text={messages.loginWithout} code={`export SEALPASTE_URL=${baseUrl}`} />
      </Section>
      <Section id="use" title={messages.useTitle} className="stack">
        <Step text={messages.create} code={'dmesg | sealpaste\nsealpaste notes.md'} />
        <Step text={messages.burn} code="sealpaste --burn --password --ttl 1d secret.txt" />
        <Step text={messages.release} code={'sealpaste --burn --approval 1 secret.txt\nsealpaste receipt --wait LINK'} />
        <Step text={messages.people} code={"sealpaste --to anna --to 'Ben B.' secret.txt"} />
        <Step text={messages.readersDelete} code={'sealpaste --readers-delete notes.md\nsealpaste rm LINK'} />
        <Step text={messages.read} code={'sealpaste get - > notes.md\n# paste the link, press Enter and Ctrl+D'} />
        <Step text={messages.request} code={'sealpaste request --wait > token'} />
        <Step text={messages.answer} code={"sealpaste answer 'LINK' < token"} />
        <Step text={messages.run} code={"export TOKEN='LINK'\nsealpaste run --env TOKEN -- npm publish"} />
        <Step text={messages.manage} code={'sealpaste ls\nsealpaste receipt ID\nsealpaste extend ID 1w\nsealpaste rm ID'} />
        <Step text={messages.verify} code={`sealpaste verify ${baseUrl}`} />
      </Section>
      <Section id="limits" title={messages.limitsTitle} className="stack">
        <p>{messages.burnLimit}</p>
        <p>{messages.terminal}</p>
        <p>{messages.insecure}</p>
        <p>{messages.exitCodes}</p>
        <Step text={messages.completion} code={'eval "$(sealpaste completion bash)"'} />
        <p>{messages.help}</p>
        <p className={styles.links}>
          <LinkButton href={addressOf('/docs/api')}>{messages.api}</LinkButton>
        </p>
      </Section>
    </main>
  );
}

function Step({ text, code }: { text: string; code: string }) {
  return (
    <>
      <p>{text}</p>
      <CopyCode code={code} label={messages.copyOf(text)} />
    </>
  );
}
