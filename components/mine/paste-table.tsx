import { type ReactNode, useState } from 'react';
import { mineMessages as messages } from '#components/messages/mine';
import { type AccountTools, type ListedPaste, orderPastes, type SortColumn, type SortOrder } from './listed-paste';
import { type KnownReceipt, PasteRow } from './paste-row';
import styles from './paste-table.module.css';

const COLUMNS: readonly SortColumn[] = ['title', 'language', 'size', 'views', 'created', 'expires'];
/** Columns that only the account's list can fill. */
const OF_ACCOUNT: readonly SortColumn[] = ['language', 'size'];

interface PasteTableProps {
  pastes: readonly ListedPaste[];
  /** null: nobody is signed in. */
  tools: AccountTools | null;
  /** The receipts of pastes that haven't ended, by id. */
  receipts: ReadonlyMap<string, KnownReceipt>;
  nowMs: number;
  /** Stands in place of an empty table. */
  children: ReactNode;
}

/** Shows a page of the pastes. Ordering affects this page only. */
export function PasteTable({ pastes, tools, receipts, nowMs, children }: PasteTableProps) {
  const [order, setOrder] = useState<SortOrder | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The sentence about pastes that may have left the list. */
  const [changed, setChanged] = useState('');
  const shown = orderPastes(pastes, order);
  const choosable = shown.filter(({ own }) => own !== undefined);
  const isChosen = ({ publicId }: ListedPaste) => chosen.has(publicId);

  const choose = (publicId: string, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, publicId] : [...before].filter((id) => id !== publicId)));
  const sortBy = (column: SortColumn) => setOrder({ column, isAscending: order?.column === column ? !order.isAscending : true });

  return (
    <>
      {/* A live region that stays, so that screen readers announce what it says later. */}
      <p role="status" className={changed === '' ? 'visually-hidden' : 'box success'}>
        {changed}
      </p>
      {pastes.length === 0 ? (
        children
      ) : (
        <>
          {tools === null ? null : <tools.Several chosen={choosable.filter(isChosen)} onChanged={setChanged} />}
          <table className={styles.table}>
            <thead>
              <tr>
                {tools === null ? null : (
                  <th scope="col" className={styles.choice}>
                    <label>
                      <input
                        type="checkbox"
                        checked={choosable.length > 0 && choosable.every(isChosen)}
                        onChange={({ target }) => setChosen(new Set(target.checked ? choosable.map(({ publicId }) => publicId) : []))}
                      />
                      <span className="visually-hidden">{messages.chooseAll}</span>
                    </label>
                  </th>
                )}
                {COLUMNS.filter((column) => tools !== null || !OF_ACCOUNT.includes(column)).map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={styles[column]}
                    aria-sort={order?.column === column ? (order.isAscending ? 'ascending' : 'descending') : undefined}
                  >
                    <button type="button" onClick={() => sortBy(column)}>
                      {messages.columns[column]}
                    </button>
                  </th>
                ))}
                <th scope="col">
                  <span className="visually-hidden">{messages.columns.change}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((paste, index) => (
                <PasteRow
                  key={paste.publicId}
                  paste={paste}
                  nextId={shown[index + 1]?.publicId ?? null}
                  tools={tools}
                  onChanged={setChanged}
                  isChosen={isChosen(paste)}
                  onChoose={choose}
                  receipt={receipts.get(paste.publicId)}
                  nowMs={nowMs}
                />
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}
