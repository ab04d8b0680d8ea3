import { Banner, Button } from '@seller-connect/ui';
import { useState } from 'react';
import { shared } from '../i18n/index.ts';
import { useAppSession } from './hooks.ts';

export interface SignInAgainProps {
  /** Where the person comes back to. */
  readonly path: string;
  /** Whether it answers something that the person has just done. */
  readonly announced?: boolean;
}

/** What a server asks for before something sensitive: a sign-in of the last minutes, and the way to it. */
export function SignInAgain({ path, announced = false }: SignInAgainProps) {
  const session = useAppSession();
  const [leaving, setLeaving] = useState(false);
  const words = shared.freshSignIn;
  return (
    <Banner
      title={words.title}
      announced={announced}
      actions={
        <Button
          variant="primary"
          busy={leaving}
          onClick={() => {
            setLeaving(true);
            session.signInAgain(path).catch(() => setLeaving(false));
          }}
        >
          {words.action}
        </Button>
      }
    >
      {words.text}
    </Banner>
  );
}
