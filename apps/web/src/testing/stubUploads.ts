import { onTestFinished, vi } from 'vitest';

/** An `XMLHttpRequest` that the test answers. */
export class StubbedUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  address = '';
  wasAborted = false;

  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(): void {}
  abort(): void {
    this.wasAborted = true;
    this.end('abort');
  }

  /** Reports the sent share of the body. */
  progress(share: number): void {
    const part = { lengthComputable: true, loaded: share * 1000, total: 1000 };
    this.upload.dispatchEvent(new ProgressEvent('progress', part));
    if (share === 1) this.upload.dispatchEvent(new ProgressEvent('load', part));
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.end('load');
  }
  /** Fails with a network error. */
  lose(): void {
    this.end('error');
  }

  private end(how: string): void {
    this.dispatchEvent(new ProgressEvent(how));
    this.dispatchEvent(new ProgressEvent('loadend'));
  }
}

/** Intercepts all uploads until the end of the test and returns them as a growing list. */
export function stubUploads(): readonly StubbedUpload[] {
  const uploads: StubbedUpload[] = [];
  class SentUpload extends StubbedUpload {
    send(): void {
      uploads.push(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', SentUpload);
  onTestFinished(() => void vi.unstubAllGlobals());
  return uploads;
}
