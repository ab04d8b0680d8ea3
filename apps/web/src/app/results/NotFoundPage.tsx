import { shared } from '../../texts/index.ts';
import { ResultPage } from './ResultPage.tsx';

export default function NotFoundPage() {
  return <ResultPage title="404" text={shared.pageNotFound} />;
}
