import { Button, SignOutIcon, StandalonePage } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';

interface SignInPromptProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly button: string;
  readonly signIn: () => Promise<void>;
}

/** A page whose only action is to sign in. */
export function SignInPrompt({ title, text, icon, button, signIn }: SignInPromptProps) {
  return (
    <StandalonePage
      title={title}
      icon={icon}
      tone="quiet"
      actions={
        <Button
          variant="primary"
          onClick={() => void signIn().catch(() => window.location.reload())}
        >
          {button}
        </Button>
      }
    >
      <p role="alert">{text}</p>
    </StandalonePage>
  );
}

/** Shown after the user signed out in another tab. */
export function SignedOutPage({ returnTo }: { readonly returnTo: string }) {
  const session = useSession();
  return (
    <SignInPrompt
      title={texts.signedOut}
      text={texts.signedOutText}
      icon={<SignOutIcon size={24} />}
      button={sharedTexts.signIn}
      signIn={() => session.signIn(returnTo)}
    />
  );
}
