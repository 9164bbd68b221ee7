import { mineMessages as messages } from '#components/messages/mine';
import { type LocalPastes, setKeeping, setRemembering } from '#components/paste/local/local-pastes-store';
import { Section } from '#components/ui/section';
import { Switch } from '#components/ui/switch';
import styles from './mine.module.css';

/** Switches for what this browser remembers of the pastes that are made in it. */
export function Memory({ remembered: { isOn, keepsTitles, keepsLinks } }: { remembered: LocalPastes }) {
  return (
    <Section id="memory" title={messages.memory} className={styles.memory}>
      <Switch id="remember" label={messages.remember} hint={messages.rememberHint} checked={isOn} onChange={setRemembering} />
      {isOn ? (
        <>
          <Switch
            id="keep-titles"
            label={messages.keepTitles}
            hint={messages.keepTitlesHint}
            checked={keepsTitles}
            onChange={(isKept) => setKeeping({ keepsTitles: isKept })}
          />
          <Switch
            id="keep-links"
            label={messages.keepLinks}
            hint={messages.keepLinksHint}
            checked={keepsLinks}
            onChange={(isKept) => setKeeping({ keepsLinks: isKept })}
          />
        </>
      ) : null}
    </Section>
  );
}
