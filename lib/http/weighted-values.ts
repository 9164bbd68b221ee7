export interface WeightedValue {
  /** In lower case. */
  value: string;
  /** 0 for a weight that is no number, too. */
  weight: number;
}

/** The values of a header such as `Accept-Encoding`, with their weights (RFC 9110 §12.4.2), in its order. */
export const weightedValues = (header: string): WeightedValue[] =>
  header.split(',').map((part) => {
    const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { value, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
