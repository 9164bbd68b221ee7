import { expect, it } from 'vitest';
import { accentColours } from './site-colour';
import { colourProperties, colourSheet, type SiteColours } from './site-colours.rules';

const COLOURS: SiteColours = { light: accentColours('light', [179, 0, 94]), dark: accentColours('dark', [255, 143, 192]) };

it("gives the operator's colours in both themes", () => {
  expect(colourProperties(COLOURS)).toContainEqual(['--accent-text', 'light-dark(#b3005e,#ff8fc0)']);
  expect(colourSheet(COLOURS)).toMatch(/^:root:root\{--accent:light-dark\(#b3005e,#ff8fc0\);.*;--on-accent:light-dark\(#\w{6},#\w{6}\)\}$/);
});

it.each(['url(/leak)', '#fff', '#FF8FC0', '#ff8fc0;x:y', '', null, ['#ff8fc0', 1], { toString: () => 'red' }])(
  'takes no colours when one of them is %j',
  (value) => {
    for (const name of ['accent', 'hover', 'soft', 'ink'])
      expect(colourProperties({ ...COLOURS, dark: { ...COLOURS.dark, [name]: value } })).toEqual([]);
  },
);

it.each([null, {}, { light: COLOURS.light }, 'url(/leak)'])('takes no colours from %j', (given) => {
  expect(colourProperties(given as SiteColours)).toEqual([]);
});
