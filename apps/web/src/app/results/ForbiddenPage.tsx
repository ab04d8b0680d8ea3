import { shared } from '../../texts/index.ts';
import { ResultPage } from './ResultPage.tsx';

export default function ForbiddenPage() {
  return <ResultPage title="403" text={shared.permissionDenied} />;
}
