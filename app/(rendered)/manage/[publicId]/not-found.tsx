import { GoneOrReceipt } from '#components/paste/manage/gone-or-receipt';

export default function PasteGone() {
  return <GoneOrReceipt />;
}
