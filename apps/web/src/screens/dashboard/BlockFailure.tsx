import { Banner, Button } from '@seller-connect/ui';
import { ApiFailure } from '../../api/index.ts';
import { shared } from '../../texts/index.ts';

export interface BlockFailureProps {
  readonly title: string;
  readonly error: Error | null;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** A block that failed alone: why, and the button that tries again. */
export function BlockFailure({ title, error, retrying, onRetry }: BlockFailureProps) {
  const said = error instanceof ApiFailure ? error.serverMessage : null;
  return (
    <Banner
      tone="negative"
      announced
      title={title}
      actions={
        <Button size="small" busy={retrying} onClick={onRetry}>
          {shared.tryAgain}
        </Button>
      }
    >
      {said ?? shared.somethingWentWrong}
    </Banner>
  );
}
