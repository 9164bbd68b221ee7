import styles from '#components/api-docs/api-docs.module.css';
import { copyTexts } from '#components/messages/api-docs';
import { cliDocsTexts as texts } from '#components/messages/cli-docs';
import { LinkButton } from '#components/ui/button';
import { CopyCode } from '#components/ui/copy-code';

interface CliDocsProps {
  /** The service's own address, without a slash at its end. */
  baseUrl: string;
  /** Of the file that is handed out, in hexadecimal. */
  sha256: string;
  bytes: number;
}

/** How to get the command-line client from this host, and what it does. */
export function CliDocs({ baseUrl, sha256, bytes }: CliDocsProps) {
  const getLabel = texts.get(String(Math.ceil(bytes / 1000)));
  return (
    <main id="content" className={styles.page}>
      <h1>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro}</p>
      <section className={styles.section} aria-labelledby="get">
        <h2 id="get">{texts.getTitle}</h2>
        <Step text={getLabel} code={`curl -fsSLO ${baseUrl}/cli/sealpaste.mjs`} />
        <Step text={texts.check} code={`echo '${sha256}  sealpaste.mjs' | sha256sum -c`} />
        <p>{texts.checkLimit}</p>
        <Step
          text={texts.install}
          code={
            'mkdir -p ~/.local/bin\ninstall -m 755 sealpaste.mjs ~/.local/bin/sealpaste.mjs\nln -sf sealpaste.mjs ~/.local/bin/sealpaste'
          }
        />
      </section>
      <section className={styles.section} aria-labelledby="login">
        <h2 id="login">{texts.loginTitle}</h2>
        <Step text={texts.login} code={`sealpaste login --url ${baseUrl}`} />
        <Step text={texts.loginWithout} code={`export SEALPASTE_URL=${baseUrl}`} />
      </section>
      <section className={styles.section} aria-labelledby="use">
        <h2 id="use">{texts.useTitle}</h2>
        <Step text={texts.create} code={'dmesg | sealpaste\nsealpaste notes.md'} />
        <Step text={texts.burn} code="sealpaste --burn --password --ttl 1d secret.txt" />
        <Step text={texts.read} code={'sealpaste get - > notes.md\n# paste the link, press Enter and Ctrl+D'} />
        <Step text={texts.manage} code={'sealpaste ls\nsealpaste receipt ID\nsealpaste extend ID 1w\nsealpaste rm ID'} />
      </section>
      <section className={styles.section} aria-labelledby="limits">
        <h2 id="limits">{texts.limitsTitle}</h2>
        <p>{texts.burnLimit}</p>
        <p>{texts.exitCodes}</p>
        <Step text={texts.completion} code={'eval "$(sealpaste completion bash)"'} />
        <p>{texts.help}</p>
        <p className={styles.links}>
          <LinkButton href="/docs/api">{texts.api}</LinkButton>
        </p>
      </section>
    </main>
  );
}

function Step({ text, code }: { text: string; code: string }) {
  return (
    <>
      <p>{text}</p>
      <CopyCode code={code} label={texts.copyOf(text)} texts={copyTexts} />
    </>
  );
}
