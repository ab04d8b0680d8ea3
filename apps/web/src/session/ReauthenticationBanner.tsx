import { Banner, Button } from '@seller-connect/ui';
import { useState } from 'react';
import { sharedTexts } from '../i18n/index.ts';
import { useSession } from './hooks.ts';

export interface ReauthenticationBannerProps {
  /** Where the person comes back to. */
  readonly path: string;
  /** Whether it answers something that the person has just done. */
  readonly announced?: boolean;
}

/** What a server asks for before something sensitive: a sign-in of the last minutes, and the way to it. */
export function ReauthenticationBanner({ path, announced = false }: ReauthenticationBannerProps) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const labels = sharedTexts.freshSignIn;
  return (
    <Banner
      title={labels.title}
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
          {labels.action}
        </Button>
      }
    >
      {labels.text}
    </Banner>
  );
}
