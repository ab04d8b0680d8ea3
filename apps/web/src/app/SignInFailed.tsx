import type { LoginError, LoginErrorCode } from '@seller-connect/login';
import { Button, OutsidePage } from '@seller-connect/ui';
import { useAppSession } from '../session/index.ts';
import { shared } from '../texts/index.ts';
import { texts } from './texts.ts';

const expired: ReadonlySet<LoginErrorCode> = new Set([
  'invalid_state',
  'state_mismatch',
  'invalid_grant',
  'login_required',
]);

/** Our own words for a failure of the login layer; nothing that the provider sent is shown. */
export function wordsFor(error: Pick<LoginError, 'code' | 'retryable'>): string {
  const words = texts.signInFailedText;
  if (error.code === 'access_denied') return words.denied;
  if (expired.has(error.code)) return words.expired;
  return error.retryable ? words.unreachable : words.other;
}

interface SignInAgainProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly returnTo: string;
}

function SignInAgain({ title, text, button, returnTo }: SignInAgainProps) {
  const session = useAppSession();
  return (
    <OutsidePage
      product={shared.product}
      title={title}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            session.signIn(returnTo).catch(() => window.location.reload());
          }}
        >
          {button}
        </Button>
      }
    >
      <p role="alert">{text}</p>
    </OutsidePage>
  );
}

/** Why the login did not work, and the way to try again. Nothing happens by itself from here. */
export function SignInFailed(props: {
  /** Null when the provider could not even be asked. */
  readonly error: LoginError | null;
  readonly returnTo: string;
}) {
  const { error, returnTo } = props;
  return (
    <SignInAgain
      title={texts.signInFailed}
      text={error ? wordsFor(error) : texts.signInFailedText.unreachable}
      button={texts.signInAgain}
      returnTo={returnTo}
    />
  );
}

/** The person signed out in another tab. */
export function SignedOut({ returnTo }: { readonly returnTo: string }) {
  return (
    <SignInAgain
      title={texts.signedOut}
      text={texts.signedOutText}
      button={shared.signIn}
      returnTo={returnTo}
    />
  );
}
