import { useEffect, useState } from 'react';

const SHOWN_MS = 2_500;

export function useFeedback<Feedback>(): [Feedback | null, (feedback: Feedback) => void] {
  const [feedback, setFeedback] = useState<Feedback | null>(null);

  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => setFeedback(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [feedback]);

  return [feedback, setFeedback];
}
