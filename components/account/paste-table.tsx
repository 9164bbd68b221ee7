'use client';

import { type ReactNode, useState } from 'react';
import { accountMessages } from '#components/messages/account';
import { useMinute } from '#components/ui/browser-facts';
import { Select } from '#components/ui/select';
import type { OwnPaste } from './account-data';
import { Said } from './change-form';
import { FILTERS, type Filter, orderPastes, type SortColumn, type SortOrder } from './paste-order';
import { PasteRow, SeveralForm } from './paste-row';
import styles from './paste-table.module.css';

const messages = accountMessages.pastes;
const COLUMNS: readonly SortColumn[] = ['title', 'language', 'size', 'views', 'created', 'expires'];

interface PasteTableProps {
  pastes: readonly OwnPaste[];
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
  /** Stands in place of an empty table. */
  children: ReactNode;
}

/** Shows a page of the user's pastes. Ordering and filtering affect this page only. */
export function PasteTable({ pastes, renderedAt, children }: PasteTableProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState<SortOrder | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The sentence about pastes that may have left the list. */
  const [changed, setChanged] = useState('');
  const nowMs = Math.max(useMinute() ?? 0, renderedAt);
  const shown = orderPastes(pastes, filter, order, nowMs);
  const isChosen = ({ publicId }: OwnPaste) => chosen.has(publicId);

  const choose = (publicId: string, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, publicId] : [...before].filter((id) => id !== publicId)));
  const sortBy = (column: SortColumn) => setOrder({ column, isAscending: order?.column === column ? !order.isAscending : true });

  const said = <Said outcome={changed === '' ? null : { done: changed, problem: null }} />;
  if (pastes.length === 0) {
    return (
      <>
        {said}
        {children}
      </>
    );
  }
  return (
    <>
      {said}
      <div className={styles.bar}>
        <div className={styles.filter}>
          <label htmlFor="filter">{messages.filter}</label>
          <Select
            id="filter"
            value={filter}
            onChange={(event) => setFilter(FILTERS.find((name) => name === event.target.value) ?? 'all')}
            options={FILTERS.map((name) => [name, messages.filters[name]])}
          />
        </div>
        <SeveralForm chosen={shown.filter(isChosen)} onChanged={setChanged} />
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.choice}>
              <label>
                <input
                  type="checkbox"
                  checked={shown.length > 0 && shown.every(isChosen)}
                  onChange={({ target }) => setChosen(new Set(target.checked ? shown.map(({ publicId }) => publicId) : []))}
                />
                <span className="visually-hidden">{messages.chooseAll}</span>
              </label>
            </th>
            {COLUMNS.map((column) => (
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
            <th scope="col">{messages.columns.change}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((paste, index) => (
            <PasteRow
              key={paste.publicId}
              paste={paste}
              nextId={shown[index + 1]?.publicId ?? null}
              onChanged={setChanged}
              isChosen={isChosen(paste)}
              onChoose={choose}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p>{messages.filteredOut}</p> : null}
    </>
  );
}
