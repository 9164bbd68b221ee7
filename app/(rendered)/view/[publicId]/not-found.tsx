import '#components/paste/view/text/colour.css';

export { PasteNotFound as default } from '#components/paste/view/missing-paste';
