import { GoneOrReceipt } from '#components/paste/manage/manage';

export default function PasteGone() {
  return <GoneOrReceipt />;
}
