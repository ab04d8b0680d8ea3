import { loginErrorMessage } from '@seller-connect/login/error-messages';
import { LockIcon } from '@seller-connect/ui';
import { useSession } from '../../session/index.ts';
import { language } from '../../i18n/index.ts';
import { errorTexts } from '../errors/texts.ts';
import { SignInPrompt } from './SignedOutPage.tsx';
import type { SignInProblem } from './useRequireAuth.ts';

/** Explains why the login failed and offers to try again. It never retries automatically. */
export default function SignInErrorPage(props: {
  readonly problem: SignInProblem;
  readonly returnTo: string;
}) {
  const { problem, returnTo } = props;
  const session = useSession();
  // The provider's existing session would give the same answer, so the provider has to show its login screen.
  const isAsBefore = problem === 'repeated' || problem === 'unauthorized';
  return (
    <SignInPrompt
      title={errorTexts.signInFailed}
      text={textOf(problem)}
      icon={<LockIcon size={24} />}
      button={errorTexts.signInAgain}
      signIn={() => (isAsBefore ? session.signInAgain(returnTo) : session.signIn(returnTo))}
    />
  );
}

function textOf(code: SignInProblem): string {
  if (code === 'repeated') return errorTexts.signInRepeated;
  const { problem, advice } = loginErrorMessage({ code }, language);
  return `${problem} ${advice}`;
}
