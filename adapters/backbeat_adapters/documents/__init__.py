"""What all documents share: fonts, the PDF sheet, the workbook of one sheet."""
