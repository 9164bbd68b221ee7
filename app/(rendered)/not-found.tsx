export { MissingPage as default } from '#components/ui/missing-page';
