import type { Connection } from '../database/connection.ts'
import { openTextIndex } from './text-index.ts'

/** From all mail that is not cold. */
export function rebuildTextIndex(connection: Connection): void {
  connection.write(() => {
    connection.database.exec("INSERT INTO messages_text(messages_text) VALUES('delete-all')")
    connection.database.exec('DELETE FROM text_state; INSERT INTO text_state VALUES(1, 0)')
  })
  while (openTextIndex(connection).step());
}
