/** Count of open dialogs, for clocks that pause while one covers the table. */
export const dialogs = $state({ open: 0 });
