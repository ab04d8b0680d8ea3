import { AlertTriangleIcon, Button } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

/** Accepts only the server's reference of a failed request; no other text from an address is shown. */
const isReference = (text: string | null): text is string =>
  text !== null && /^[\w-]{8,64}$/.test(text);

/** The page at /500, with an optional reference. */
export default function ServerErrorRoute() {
  const reference = new URLSearchParams(window.location.search).get('reference');
  return <ServerError reference={isReference(reference) ? reference : null} />;
}

/**
 * Shown in place of a screen that cannot work without the failed response. The address stays, so that a reload
 * retries the screen itself.
 */
export function ServerErrorPage({ reference }: { readonly reference: string | null }) {
  return (
    <ServerError
      reference={reference}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {sharedTexts.tryAgain}
        </Button>
      }
    />
  );
}

interface ServerErrorProps {
  readonly reference: string | null;
  readonly actions?: React.ReactNode;
}

function ServerError({ reference, actions }: ServerErrorProps) {
  return (
    <ResultPage
      title="500"
      text={sharedTexts.somethingWentWrong}
      icon={<AlertTriangleIcon size={24} />}
      tone="negative"
      actions={actions}
    >
      {reference !== null && (
        <p>
          {sharedTexts.reference(reference)}
          <br />
          {texts.referenceText}
        </p>
      )}
    </ResultPage>
  );
}
