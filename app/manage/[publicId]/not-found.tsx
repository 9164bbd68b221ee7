import { GoneOrReceipt } from '../../../components/manage/gone-or-receipt';

export default function PasteGone() {
  return <GoneOrReceipt />;
}
