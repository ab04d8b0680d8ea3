import { AlertTriangleIcon, Button } from '@seller-connect/ui';
import type { ApiError } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { errorTexts } from './texts.ts';
import { ResultPage } from './ResultPage.tsx';

/** Accepts only the server's reference of a failed request; no other text from an address is shown. */
const isReference = (text: string | null): text is string =>
  text !== null && /^[\w-]{8,64}$/.test(text);

export interface ServerErrorPageProps {
  /** The failure of a screen that cannot work without the response. Its address stays: a reload retries it. */
  readonly failure?: ApiError;
}

/** The page at /500 with an optional reference, also shown in place of a screen. */
export default function ServerErrorPage({ failure }: ServerErrorPageProps) {
  const given = new URLSearchParams(window.location.search).get('reference');
  const reference = failure ? failure.requestId : isReference(given) ? given : null;
  return (
    <ResultPage
      title="500"
      text={sharedTexts.somethingWentWrong}
      icon={<AlertTriangleIcon size={24} />}
      tone="negative"
      actions={
        failure && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            {sharedTexts.tryAgain}
          </Button>
        )
      }
    >
      {reference !== null && (
        <p>
          {sharedTexts.reference(reference)}
          <br />
          {errorTexts.referenceText}
        </p>
      )}
    </ResultPage>
  );
}
