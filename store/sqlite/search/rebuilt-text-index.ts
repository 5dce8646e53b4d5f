import type { Connection } from '../database/connection.ts'
import { openTextIndex } from './text-index.ts'

/** From all mail; then what is cold is taken out again, as it is found by reading its files. */
export function rebuildTextIndex(connection: Connection): void {
  connection.write(() => {
    connection.database.exec("INSERT INTO messages_text(messages_text) VALUES('delete-all')")
    connection.database.exec('DELETE FROM text_state; INSERT INTO text_state VALUES(1, 0)')
  })
  while (openTextIndex(connection).step());
  connection.write(() =>
    connection.database.exec('DELETE FROM messages_text WHERE rowid IN (SELECT message_id FROM cold)'),
  )
}
