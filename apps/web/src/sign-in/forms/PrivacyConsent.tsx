import { TextLink } from '@seller-connect/ui';
import { signInLinks, type SignInState } from '../pages.ts';
import styles from '../sign-in.module.css';
import type { SignInTexts } from '../texts.vi.ts';

/** States what the user agrees to, with a link to the privacy notice. */
export function PrivacyConsent({
  state,
  texts,
  before,
}: {
  readonly state: SignInState;
  readonly texts: SignInTexts;
  /** The sentence up to the link. */
  readonly before: string;
}) {
  return (
    <p className={styles.consent}>
      {before}
      <TextLink href={signInLinks.privacy(state)}>{texts.privacy.link}</TextLink>
      {texts.privacy.after}
    </p>
  );
}
