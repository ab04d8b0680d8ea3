import { Banner, Button } from '@seller-connect/ui';
import { useState } from 'react';
import { useSession } from './hooks.ts';
import { reauthenticationTexts as labels } from './reauthenticationTexts.ts';

export interface ReauthenticationBannerProps {
  readonly path: string;
  /** Whether it appears in response to a user action. */
  readonly announced?: boolean;
}

/** Shown when the server requires a recent sign-in for a sensitive action; leads to the login. */
export function ReauthenticationBanner({ path, announced = false }: ReauthenticationBannerProps) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
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
