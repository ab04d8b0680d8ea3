import { LinkButton } from '@seller-connect/ui';
import { pageHeading, privacyVersion, signInTexts, type SignInState } from './pages.ts';
import { privacyNotice } from './privacyNotice.ts';
import styles from './sign-in.module.css';

/** The privacy notice that users accept on registration: data, retention, access and erasure. */
export function PrivacyNotice({ state }: { readonly state: SignInState }) {
  const texts = signInTexts[state.language];
  return (
    <>
      <h1 className={styles.title}>{pageHeading('privacy', null, state.language)}</h1>
      {privacyNotice(state.language, state).map(({ title, lines }) => (
        <section key={title}>
          <h2 className={styles.noticeTitle}>{title}</h2>
          <ul className={styles.notice}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.lead}>{texts.privacy.version(privacyVersion)}</p>
      <LinkButton wide href={state.signIn}>
        {texts.back}
      </LinkButton>
    </>
  );
}
