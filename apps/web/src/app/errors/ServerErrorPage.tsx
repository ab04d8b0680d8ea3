import { Button } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

/** The server's reference of a failed request; nothing else from an address is shown. */
const isReference = (text: string | null): text is string =>
  text !== null && /^[\w-]{8,64}$/.test(text);

/** The address /500; a reference may come with it. */
export default function ServerErrorRoute() {
  const reference = new URLSearchParams(window.location.search).get('reference');
  return <ServerError reference={isReference(reference) ? reference : null} />;
}

/**
 * In place of a screen that is nothing without what the server failed to give. The address stays,
 * so that trying again is a reload of the screen itself.
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
    <ResultPage title="500" text={sharedTexts.somethingWentWrong} actions={actions}>
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
