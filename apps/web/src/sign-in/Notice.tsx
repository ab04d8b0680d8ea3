import { LinkButton } from '@seller-connect/ui';
import type { SignInState } from './pages.ts';
import styles from './sign-in.module.css';
import type { SignInTexts } from './texts.vi.ts';

/** A page of the login area that says what will be here, and the way back. */
export function Notice({
  state,
  page,
  texts,
}: {
  readonly state: SignInState;
  readonly page: 'google';
  readonly texts: SignInTexts;
}) {
  const notice = texts.notices[page];
  return (
    <div className={styles.notice}>
      <p>{notice.what}</p>
      <p className={styles.quiet}>{notice.when}</p>
      <LinkButton variant="primary" wide href={state.signIn}>
        {texts.back}
      </LinkButton>
    </div>
  );
}
