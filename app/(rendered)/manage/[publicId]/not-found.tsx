export { GoneOrReceipt as default } from '#components/paste/manage/manage';
